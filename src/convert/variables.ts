import { parseEnv } from "node:util"

/** Variables that fill the placeholders of an export, by name. */
export type Variables = ReadonlyMap<string, string>

export const noVariables: Variables = new Map()

/** Reads lines `NAME=value` as dotenv does: with comments, quotes and `export`. */
export const readVariables = (text: string): Variables =>
  new Map(
    Object.entries(parseEnv(text.replace(/^\uFEFF/, ""))).map(([name, value]) => [
      name,
      value ?? "",
    ]),
  )

const secretName =
  /secret|token|passw|passphrase|pwd|api_?key|credential|private|cookie|bearer|jwt|(?:^|_)(?:pass|key|auth|pat|sig|dsn|sid|session)(?:_|$)/i
/** A key rather than a word, a number or an address. */
const secretShape = /^(?=.*[A-Za-z])(?=.*\d)[A-Za-z0-9+/_=-]{20,}$/
const credentials = /:\/\/[^\s/@]*@/

/** Shorter values would hide parts of unrelated words. */
const shortest = 3

/** Variables whose values no note may show, longest value first. */
export const secretsIn = (variables: Variables): [name: string, value: string][] =>
  [...variables]
    .filter(
      ([name, value]) =>
        value.length >= shortest &&
        (secretName.test(name) || secretShape.test(value) || credentials.test(value)),
    )
    .toSorted(([, a], [, b]) => b.length - a.length)
