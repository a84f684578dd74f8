/** The server's validation errors, by JSON pointer into the input: `#/url` → "must …". */
export type Issues = ReadonlyMap<string, string>
export type Refusal = { message: string; issues: Issues }
