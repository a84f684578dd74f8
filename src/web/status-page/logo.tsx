import { useRef } from "react"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { useBuilder } from "./builder-context.ts"
import { readLogo } from "./read-logo.ts"
import { SetStatusPageLogo } from "./status-page-documents.ts"
import { toast } from "../ui/toast.tsx"

/** The logo above the name; large images are made smaller before they are sent. */
export function Logo() {
  const { page, again, mayWrite } = useBuilder()
  const set = useChange(SetStatusPageLogo)
  const input = useRef<HTMLInputElement>(null)
  const send = async (image: string | null) => {
    if ((await set.run({ id: page.id, image })) !== null) again()
  }
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const image = await readLogo(file)
    if (image === null) toast("The file is not an image that can be shown.", { isBad: true })
    else await send(image)
    if (input.current) input.current.value = ""
  }
  return (
    <section className="card" aria-labelledby="logo">
      <div className="card-head">
        <div>
          <h2 id="logo">Logo</h2>
          <p className="muted small">
            PNG, JPEG, GIF or WebP, up to 40 KB; larger ones are scaled.
          </p>
        </div>
      </div>
      <div className="card-body logo-row">
        <span className="logo-box">
          {page.logoUrl === null ? (
            <span className="muted small">None</span>
          ) : (
            <img src={pathOf(page.logoUrl)} alt={`Logo of ${page.name}`} />
          )}
        </span>
        {mayWrite && (
          <>
            <input
              ref={input}
              className="unseen"
              type="file"
              aria-label="Logo file"
              accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
            <Button isBusy={set.isRunning} onClick={() => input.current?.click()}>
              {page.logoUrl === null ? "Upload logo" : "Replace logo"}
            </Button>
            {page.logoUrl !== null && (
              <Button variant="quiet" isBusy={set.isRunning} onClick={() => void send(null)}>
                Remove logo
              </Button>
            )}
          </>
        )}
        {set.refusal !== null && <Refused refusal={set.refusal} />}
      </div>
    </section>
  )
}

/** The dashboard may show images of its own origin only. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
