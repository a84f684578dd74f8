import { written } from "./english/written.ts"
import type { Words } from "./words.ts"

export const english: Words = { ...written }
