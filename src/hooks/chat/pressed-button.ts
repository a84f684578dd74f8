/** Whether this is the first time that a signature is used, in any process. */
export type TakeOnce = (signature: string) => Promise<boolean>

/** Response to a button callback. */
export type Pressed = {
  status: number
  /** Sent as JSON; null for an empty body. */
  body: object | null
  /** Runs after the response is sent. */
  afterwards?: () => Promise<void>
}

/** The same response for everything without a valid signature. */
export const refused: Pressed = {
  status: 401,
  body: { error: "The signature does not match the app of any channel." },
}
