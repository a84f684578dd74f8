/** How long vi.waitFor waits: only what never happens should meet it, also on a machine with ten times the work. */
export const patience = { timeout: 120_000, interval: 100 }
