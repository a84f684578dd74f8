import { Button } from "../ui/button.tsx"
import { TextField } from "../ui/field.tsx"
import type { PageLink } from "./builder-context.ts"

const linksAtMost = 5

type Props = { links: readonly PageLink[]; onChange(links: PageLink[]): void }

/** The links in the header of the public page. */
export function LinkFields({ links, onChange }: Props) {
  const replace = (at: number, changes: Partial<PageLink>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...changes } : link)))
  return (
    <div className="stack" role="group" aria-label="Links">
      {links.map(({ label, url }, at) => (
        // Links have no id and are only added at the end.
        // oxlint-disable-next-line react/no-array-index-key
        <div className="link-row" key={at}>
          <TextField
            label={`Link ${at + 1}`}
            at={`#/links/${at}/label`}
            maxLength={40}
            value={label}
            onChange={({ target }) => replace(at, { label: target.value })}
          />
          <TextField
            label="URL"
            at={`#/links/${at}/url`}
            type="url"
            inputMode="url"
            value={url}
            onChange={({ target }) => replace(at, { url: target.value })}
          />
          <Button
            variant="quiet"
            onClick={() => onChange(links.filter((_, index) => index !== at))}
          >
            Remove
          </Button>
        </div>
      ))}
      {links.length < linksAtMost && (
        <div>
          <Button onClick={() => onChange([...links, { label: "", url: "https://" }])}>
            Add link
          </Button>
        </div>
      )}
    </div>
  )
}
