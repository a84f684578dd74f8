import { writtenCodes } from "./codes/written.ts"

/** Every code of a finding with the schema of its parameters. A new one lacks words until each language has them. */
export const codes = {
  ...writtenCodes,
}
