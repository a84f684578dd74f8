import { useRef } from "react"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { Refused } from "../ui/field.tsx"
import { toast } from "../ui/toast.tsx"
import { useBuilder } from "./builder-context.ts"
import { readLogo } from "./read-logo.ts"
import { SetStatusPageLogo } from "./status-page-documents.ts"

/** The logos above the name; large images are made smaller before they are sent. */
export function Logo() {
  const { page } = useBuilder()
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
      <div className="card-body stack">
        <OneLogo name="Logo" url={page.logoUrl} />
        {page.logoUrl !== null && (
          <OneLogo name="Logo on dark backgrounds" url={page.darkLogoUrl} isForDark />
        )}
      </div>
    </section>
  )
}

const words = {
  light: { upload: "Upload logo", replace: "Replace logo", remove: "Remove logo" },
  dark: { upload: "Upload dark logo", replace: "Replace dark logo", remove: "Remove dark logo" },
}

type Props = { name: string; url: string | null; isForDark?: boolean }

function OneLogo({ name, url, isForDark = false }: Props) {
  const { page, again, mayWrite } = useBuilder()
  const set = useChange(SetStatusPageLogo)
  const input = useRef<HTMLInputElement>(null)
  const send = async (image: string | null) => {
    if ((await set.run({ id: page.id, image, isForDark })) !== null) again()
  }
  const choose = async (file: File | undefined) => {
    if (file === undefined) return
    const image = await readLogo(file)
    if (image === null) toast("The file is not an image that can be shown.", { isBad: true })
    else await send(image)
    if (input.current) input.current.value = ""
  }
  return (
    <div className="logo-row" role="group" aria-label={name}>
      <span className="logo-box" data-dark={isForDark || undefined}>
        {url === null ? (
          <span className="muted small">{isForDark ? "The same" : "None"}</span>
        ) : (
          <img src={pathOf(url)} alt={`${name} of ${page.name}`} />
        )}
      </span>
      {mayWrite && (
        <>
          <input
            ref={input}
            className="unseen"
            type="file"
            aria-label={`${name}, file`}
            accept="image/png,image/jpeg,image/gif,image/webp,image/svg+xml"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
          <Button isBusy={set.isRunning} onClick={() => input.current?.click()}>
            {words[isForDark ? "dark" : "light"][url === null ? "upload" : "replace"]}
          </Button>
          {url !== null && (
            <Button variant="quiet" isBusy={set.isRunning} onClick={() => void send(null)}>
              {words[isForDark ? "dark" : "light"].remove}
            </Button>
          )}
        </>
      )}
      {set.refusal !== null && <Refused refusal={set.refusal} />}
    </div>
  )
}

/** The dashboard may show images of its own origin only. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url)
  return pathname + search
}
