'use strict';
// Everything with one `data-line` belongs together.
let held = null;
const of = (line) => document.querySelectorAll(`[data-line="${line}"]`);
const mark = (line) => {
  document.querySelectorAll('.here').forEach((it) => it.classList.remove('here'));
  if (line !== null) of(line).forEach((it) => it.classList.add('here'));
};
const line = (event) => event.target.closest('[data-line]')?.dataset.line ?? null;
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
