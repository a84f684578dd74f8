/** Validators of search parameters. What does not fit is left out, as if the URL did not have it. */
type Field<Value> = (value: unknown) => Value | undefined
type Fields = Record<string, Field<string | number>>

export type SearchOf<Schema extends (search: Record<string, unknown>) => object> =
  ReturnType<Schema>

export const word: Field<string> = (value) => (typeof value === "string" ? value : undefined)

export const oneOf =
  <const Word extends string>(...words: readonly Word[]): Field<Word> =>
  (value) =>
    words.find((one) => one === value)

/** URLs hold numbers as text. */
export const numberOf =
  <const Value extends number>(...numbers: readonly Value[]): Field<Value> =>
  (value) =>
    numbers.find((one) => one === Number(value))

/** The schema of a page's search parameters, all optional. zod would be a tenth of the first load. */
export const searchSchema =
  <Given extends Fields>(fields: Given) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read(search[name])]),
    ) as { [Name in keyof Given]?: ReturnType<Given[Name]> }
