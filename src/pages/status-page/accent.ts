/** Backgrounds of links in light and dark mode: the lightest and darkest of page-colors.ts. */
const grounds = { light: "#f6f7f9", dark: "#161a21" }

type Rgb = readonly [number, number, number]

const read = (color: string): Rgb => {
  const value = Number.parseInt(color.slice(1), 16)
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255]
}
const write = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`

/** WCAG 2.2, relative luminance. */
function luminance(rgb: Rgb): number {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * (r ?? 0) + 0.7152 * (g ?? 0) + 0.0722 * (b ?? 0)
}

export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(read(one)), luminance(read(other))].toSorted((a, b) => a - b)
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05)
}

/** The color itself if it is readable on the background; otherwise mixed with black or white until it is. */
function readable(color: string, ground: string, towards: 0 | 255): string {
  const from = read(color)
  const mix = (share: number) => {
    const at = (part: number) => part + (towards - part) * share
    return write([at(from[0]), at(from[1]), at(from[2])])
  }
  const steps = Array.from({ length: 21 }, (_, n) => mix(n / 20))
  return steps.find((one) => contrast(one, ground) >= 4.5) ?? mix(1)
}

/** The colors derived from a page's accent color: the stripe as it is, links adjusted to stay readable. */
export const accentOf = (color: string) => ({
  light: { accent: color, link: readable(color, grounds.light, 0) },
  dark: { accent: color, link: readable(color, grounds.dark, 255) },
})
