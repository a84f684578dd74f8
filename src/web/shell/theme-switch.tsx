import { Icon, type IconName } from "../ui/icon.tsx"
import { setTheme, themes, themeWord, useTheme, type Theme } from "../layout/theme.ts"

const icons: Record<Theme, IconName> = { system: "screen", light: "sun", dark: "moon" }

/** System, light or dark; stored in this browser. */
export function ThemeSwitch() {
  const current = useTheme()
  return (
    <fieldset className="theme-switch">
      <legend className="unseen">Theme</legend>
      {themes.map((theme) => (
        <label key={theme} title={`${themeWord[theme]} theme`}>
          <input
            type="radio"
            name="theme"
            className="unseen"
            checked={theme === current}
            onChange={() => setTheme(theme)}
          />
          <Icon name={icons[theme]} size={16} />
          <span className="unseen">{themeWord[theme]}</span>
        </label>
      ))}
    </fieldset>
  )
}
