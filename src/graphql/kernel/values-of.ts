type Described = string | { readonly description: string }
type Values<Value extends string> = {
  [V in Value as Uppercase<V>]: { value: V; description: string }
}

/** The values of an enum by their descriptions; the schema has their names in upper case. */
export const valuesOf = <Value extends string>(
  described: Readonly<Record<Value, Described>>,
): Values<Value> =>
  Object.fromEntries(
    Object.entries<Described>(described).map(([value, one]) => [
      value.toUpperCase(),
      { value, description: typeof one === "string" ? one : one.description },
    ]),
  ) as Values<Value>
