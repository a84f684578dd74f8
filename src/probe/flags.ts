/**
 * V8 flags of the probe process. By default V8 lets garbage grow to several times the live heap; collecting earlier
 * saves most of that memory, and shorter pauses keep checks on time.
 */
export const probeFlags = ["--max-semi-space-size=4", "--heap-growing-percent=30"]
