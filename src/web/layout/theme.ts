import { createChoice } from "../ui/browser-choice.ts"

export type Theme = "system" | "light" | "dark"

export const themes: readonly [Theme, ...Theme[]] = ["system", "light", "dark"]
export const themeWord: Record<Theme, string> = { system: "System", light: "Light", dark: "Dark" }

const choice = createChoice("watchkeeper.theme", themes)

/** Call once before the first render, so that the page does not flash in the other theme. */
export function applyTheme(): void {
  const theme = choice.get()
  if (theme === "system") delete document.documentElement.dataset["theme"]
  else document.documentElement.dataset["theme"] = theme
}

export const useTheme = choice.use

export function setTheme(theme: Theme): void {
  choice.set(theme)
  applyTheme()
}
