/** Usual response times in milliseconds, of the demo's history and of its targets. */
const times: Record<string, number> = {
  Shop: 84,
  "Shop API": 41,
  "Customer accounts": 126,
  "Checkout (slow)": 610,
}

export const usualMs = (name: string): number => times[name] ?? 12

/** How long a target waits before it answers, so that its chart continues the history, which has the same wave. */
export function delayMs(name: string, now = Date.now()): number {
  const wave = 0.2 * Math.sin(now / 1000 / 13_750)
  return usualMs(name) * (0.95 + wave + 0.3 * Math.random() ** 6)
}
