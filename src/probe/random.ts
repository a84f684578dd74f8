import { randomBytes } from "node:crypto"

/** Drawn at once, as each draw costs some 2 µs. */
const drawnBytes = 4096
let left = Buffer.alloc(0)

/** Unpredictable bytes for tokens and ids of checks; each is returned once. */
export function unpredictable(length: number): Buffer {
  if (left.length < length) left = randomBytes(drawnBytes)
  const bytes = left.subarray(0, length)
  left = left.subarray(length)
  return bytes
}
