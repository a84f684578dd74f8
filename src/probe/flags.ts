/**
 * For the process that probes. V8 lets garbage grow to several times of what lives, which with 20,000 monitors is
 * 480 MB for 60; collecting sooner costs little, and shorter pauses keep the checks on time.
 */
export const probeFlags = ["--max-semi-space-size=4", "--heap-growing-percent=30"]
