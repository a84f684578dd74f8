import { languages } from "../../graphql/status-page/language.ts"
import type { Html } from "../html.ts"
import { html } from "../html.ts"
import type { Setting } from "./setting.ts"
import { inLanguage } from "./setting.ts"
import { wordsOf } from "./speech.ts"

/**
 * The same document in every language, each called as it calls itself.
 *
 * @param rest where the document stands below its page, such as /history.
 */
export function languageSwitch(setting: Setting, rest: string): Html | null {
  const { speech, isCopy } = setting
  if (isCopy) return null
  const items = languages.map((language) => {
    const current = language === speech.language ? html` aria-current="true"` : html``
    const href = inLanguage(setting, rest, language)
    return html`<li>
      <a href="${href}" lang="${language}" hreflang="${language}" ${current}
        >${wordsOf[language].name}</a
      >
    </li>`
  })
  return html`<details class="languages">
    <summary>${speech.words.language}: ${speech.words.name}</summary>
    <nav aria-label="${speech.words.language}">
      <ul>
        ${items}
      </ul>
    </nav>
  </details>`
}
