import type { ReactNode } from "react"
import { Button } from "../ui/button.tsx"
import { Choice } from "../ui/field.tsx"
import { useBuilder } from "./builder-context.ts"
import { FormCard } from "./form-card.tsx"
import { pageLanguages } from "./status-page-messages.ts"
import { useSaveDraft } from "./use-save-draft.ts"
import { Card } from "../ui/card.tsx"

/** The default language, and the page in each of the others. */
export function LanguagesTab(): ReactNode {
  const { page, draft, change, mayWrite, shownLanguage, showLanguage } = useBuilder()
  const saving = useSaveDraft(["language"])
  const language = draft.language ?? page.language
  return (
    <>
      <FormCard title="Default language" {...saving}>
        <Choice
          label="Language"
          name="language"
          value={language}
          hint="For visitors whose browser requests none of the languages below, for feeds, and for notices."
          onChange={({ target }) => change({ language: target.value })}
          options={pageLanguages.map(({ tag, name }) => ({ value: tag, label: name }))}
        />
      </FormCard>
      <Card
        title="Translations"
        text="Visitors see the page in the language of their browser. Your own texts are shown as you wrote them."
        side={
          shownLanguage !== null && (
            <Button variant="quiet" onClick={() => showLanguage(null)}>
              Preview default
            </Button>
          )
        }
      >
        <ul className="rows">
          {pageLanguages.map(({ tag, name, ownName }) => (
            <li key={tag} className="language-row">
              <span lang={tag} dir="auto">
                {ownName}
              </span>
              <span className="muted small">{name}</span>
              {mayWrite && (
                <Button
                  variant="quiet"
                  aria-pressed={shownLanguage === tag}
                  aria-label={`Preview in ${name}`}
                  onClick={() => showLanguage(shownLanguage === tag ? null : tag)}
                >
                  {shownLanguage === tag ? "Previewed" : "Preview"}
                </Button>
              )}
            </li>
          ))}
        </ul>
      </Card>
    </>
  )
}
