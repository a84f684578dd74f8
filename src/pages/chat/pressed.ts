/** What a chat is answered after somebody pressed a button. */
export type Pressed = {
  status: number
  /** Sent as JSON; null for an empty body. */
  body: object | null
  /** What is told once the answer is out. */
  afterwards?: () => Promise<void>
}

/** The same for everything that was not signed by an app known here. */
export const refused: Pressed = {
  status: 401,
  body: { error: "This is not signed by an app that a channel of this installation knows." },
}

const freshMs = 300_000

/** True for Unix seconds within five minutes, so that nobody can play an old request again. */
export function isFresh(seconds: string, now: Date): boolean {
  if (!/^\d{1,12}$/.test(seconds)) return false
  return Math.abs(Number(seconds) * 1000 - now.getTime()) <= freshMs
}
