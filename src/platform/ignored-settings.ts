import type { Finding } from "../findings/finding.ts"
import { settingNames } from "./env.ts"
import { findMisspelt } from "./misspelt-settings.ts"
import { replaceRetired } from "./retired-settings.ts"

/** What is set and does not count, or not much longer: retired and misspelt settings. */
export function ignoredSettings(source = process.env): Finding[] {
  const { source: current, warnings } = replaceRetired(source)
  const misspelt = findMisspelt(current, settingNames).map((parameters): Finding => {
    return { code: "setting_misspelt", parameters }
  })
  return [...warnings, ...misspelt]
}
