import { written } from "./german/written.ts"
import type { Words } from "./words.ts"

export const german: Words = { ...written }
