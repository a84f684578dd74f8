const longest = 100

/** The name of a program as shown to people, without characters that they would not see; null if none is left. */
export function clientName(text: string): string | null {
  const shown = text
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu, " ")
    .replaceAll(/ {2,}/g, " ")
    .trim()
    .slice(0, longest)
    .toWellFormed()
  return shown === "" ? null : shown
}
