import { lettersOf } from "../../platform/shown-text.ts"

/** GSM 03.38, section 6.2.1: seven bits a letter, and two letters for those of the extension. */
const basic = new Set(
  "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà",
)
const extended = new Set("^{}\\[~]|€")

const alike: Record<string, string> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "–": "-",
  "—": "-",
  "·": "-",
  "•": "-",
  "…": "...",
  "\u00A0": " ",
  "\t": " ",
  "`": "'",
  Ł: "L",
  ł: "l",
  Đ: "D",
  đ: "d",
}

const isGsm = (text: string) => Array.from(text).every((one) => basic.has(one) || extended.has(one))

/**
 * Replaces characters outside the GSM alphabet by similar ones, which makes messages cheaper; other scripts stay.
 */
export const foldToGsm = (text: string): string =>
  lettersOf(text)
    .map((letter) => {
      if (isGsm(letter)) return letter
      const known = alike[letter]
      if (known !== undefined) return known
      const bare = letter.normalize("NFKD").replaceAll(/\p{M}/gu, "")
      return bare !== "" && isGsm(bare) ? bare : letter
    })
    .join("")

/** Number of segments; a single character outside the GSM alphabet halves the length of each. */
export function segmentsOf(text: string): number {
  if (!isGsm(text)) return text.length <= 70 ? 1 : Math.ceil(text.length / 67)
  const size = Array.from(text).reduce((sum, one) => sum + (extended.has(one) ? 2 : 1), 0)
  return size <= 160 ? 1 : Math.ceil(size / 153)
}
