import { languages } from "../../graphql/status-pages/status-page/rules/page-language.ts"
import { html, type Html } from "../../platform/html.ts"
import { inLanguage, type Setting } from "./page-setting.ts"
import { wordsOf } from "./locale.ts"

/**
 * Links to the document in every language, by native name.
 * @param rest path of the document below its page, such as /history.
 */
export function languageSwitch(setting: Setting, rest: string): Html | null {
  const { locale, isCopy } = setting
  if (isCopy) return null
  const items = languages.map((language) => {
    const current = language === locale.language ? html` aria-current="true"` : html``
    const href = inLanguage(setting, rest, language)
    return html`<li>
      <a href="${href}" lang="${language}" hreflang="${language}" ${current}
        >${wordsOf[language].name}</a
      >
    </li>`
  })
  return html`<details class="languages">
    <summary>${locale.words.language}: ${locale.words.name}</summary>
    <nav aria-label="${locale.words.language}">
      <ul>
        ${items}
      </ul>
    </nav>
  </details>`
}
