/** "not saved" → "Not saved". */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** "must not be empty" → "Must not be empty." */
export const sentence = (text: string): string => capital(text) + (/[.!?]$/.test(text) ? "" : ".")
