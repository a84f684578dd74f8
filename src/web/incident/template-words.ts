const placeholder = /\{\{\s*([a-z][a-z0-9_]{0,49})\s*\}\}/gi

/** A template's text with the values given so far; the others stay visible. */
export const fillWords = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(placeholder, (all, name: string) => values[name.toLowerCase()] || all)

export const hasPlaceholder = (text: string): boolean => text.search(placeholder) !== -1
