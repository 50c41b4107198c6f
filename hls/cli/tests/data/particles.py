"""Makes particles.npy, which the tests of `sycl-hls call` read: a structured array as NumPy itself writes it.

The name of each field and the values are those that `tests/cli/call_structs.rs` expects.
"""

import numpy as np

point = np.dtype([("x", "<f4"), ("y", "<f4")])
particle = np.dtype([("pos", point), ("vel", "<f4", (2,)), ("id", ">u4"), ("flags", "<u4")])
particles = np.zeros(3, particle)
particles["pos"]["x"] = [1, 2, 3]
particles["pos"]["y"] = [-1, -2, -3]
particles["vel"] = [[0.5, 1], [1.5, 2], [2.5, 3]]
particles["id"] = [7, 8, 9]
particles["flags"] = [0, 1, 0x01020304]
np.save("particles.npy", particles)
