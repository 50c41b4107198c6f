'use strict';
// Everything with the same `data-line` is marked together.
let held = null;
const of = (line) => document.querySelectorAll(`[data-line="${line}"]`);
const mark = (line) => {
  document.querySelectorAll('.here').forEach((it) => it.classList.remove('here'));
  if (line !== null) of(line).forEach((it) => it.classList.add('here'));
};
const line = (event) => event.target.closest('[data-line]')?.dataset.line ?? null;
// `page.html#14` shows line 14 as if it were clicked.
if (location.hash !== '') mark((held = location.hash.slice(1)));
document.addEventListener('mouseover', (event) => mark(line(event) ?? held));
document.addEventListener('click', (event) => {
  const clicked = line(event);
  held = clicked === held ? null : clicked;
  mark(held);
  if (held === null) return;
  const inSource = event.target.closest('.source') !== null;
  const other = [...of(held)].find((it) => (it.closest('.source') !== null) !== inSource);
  other?.scrollIntoView({ block: 'center', behavior: 'smooth' });
});
