const names = [
  "text",
  "muted",
  "line",
  "line-strong",
  "surface",
  "accent",
  "accent-soft",
  "bad",
  "bad-soft",
  "warning",
  "warning-soft",
  "maintenance",
  "unknown",
  "phase-dns",
  "phase-connect",
  "phase-tls",
  "phase-first-byte",
  "phase-transfer",
  "phase-rest",
] as const

export type Tone = (typeof names)[number]
export type Palette = Record<Tone, string>

/** The tokens as a canvas needs them: it cannot resolve `var()` or `light-dark()`. */
export function readPalette(within: HTMLElement): Palette {
  const probe = document.createElement("span")
  within.append(probe)
  const entries = names.map((name) => {
    probe.style.color = `var(--${name})`
    return [name, getComputedStyle(probe).color] as const
  })
  probe.remove()
  return Object.fromEntries(entries) as Palette
}

/** Calls back when the theme changes, by the system or by a person. */
export function followTheme(onChange: () => void): () => void {
  const system = matchMedia("(prefers-color-scheme: dark)")
  const observer = new MutationObserver(onChange)
  observer.observe(document.documentElement, { attributeFilter: ["data-theme"] })
  system.addEventListener("change", onChange)
  return () => {
    observer.disconnect()
    system.removeEventListener("change", onChange)
  }
}
