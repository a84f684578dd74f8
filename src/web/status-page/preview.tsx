import { useEffect, useRef, useState } from "react"
import { useClient } from "urql"
import { errorInWords } from "../live/live-read.ts"
import { Segments } from "../ui/segments.tsx"
import type { Draft } from "./builder-context.ts"
import { PreviewStatusPage, type StatusPage } from "./status-page-documents.ts"

/** Typing is previewed after a pause this long. */
const typingMs = 300
/** Links are valid for half an hour. */
const renewMs = 20 * 60_000

type Props = {
  page: StatusPage
  draft: Draft
  language: string | null
  /** Counts changes of the saved page. */
  version: number
}

/** The public page with unsaved changes, drawn by the server itself. */
export function Preview({ page, draft, language, version }: Props) {
  const [width, setWidth] = useState<"desktop" | "phone">("desktop")
  const { path, fault } = usePreviewLink(page.id, draft)
  const src = path === null ? null : language === null ? path : `${path}?lang=${language}`
  const host = page.domains.find(({ isVerified }) => isVerified)?.host
  return (
    <section className="preview" aria-label="Preview" data-width={width}>
      <div className="preview-bar">
        <span className="preview-address clip">{host ?? page.url.replace(/^https?:\/\//, "")}</span>
        <Segments
          label="Width of the preview"
          value={width}
          options={[
            { value: "desktop", label: "Desktop" },
            { value: "phone", label: "Phone" },
          ]}
          onChange={setWidth}
        />
      </div>
      <div className="preview-stage">
        {fault !== null && (
          <p className="missing" role="alert">
            {fault}
          </p>
        )}
        {src !== null && <Frames src={src} version={version} title={`Preview of ${page.name}`} />}
      </div>
    </section>
  )
}

/** The path of a preview with these changes; a new link for each change, because a link shows what it was made for. */
function usePreviewLink(id: string, draft: Draft) {
  const client = useClient()
  const [link, setLink] = useState<{ path: string | null; fault: string | null }>({
    path: null,
    fault: null,
  })
  const [turn, setTurn] = useState(0)
  const isFirst = useRef(true)
  const wanted = JSON.stringify(draft)
  useEffect(() => {
    let isLeft = false
    const run = async () => {
      const variables = { id, ...(JSON.parse(wanted) as Draft) }
      const { data, error } = await client.mutation(PreviewStatusPage, variables).toPromise()
      if (isLeft) return
      if (!data) {
        // An empty name, for example: the last preview stays.
        setLink(({ path }) => ({ path, fault: error === undefined ? null : errorInWords(error) }))
      } else setLink({ path: new URL(data.previewStatusPage.url).pathname, fault: null })
    }
    const timer = setTimeout(() => void run(), isFirst.current ? 0 : typingMs)
    const renewal = setTimeout(() => setTurn((before) => before + 1), renewMs)
    isFirst.current = false
    return () => {
      isLeft = true
      clearTimeout(timer)
      clearTimeout(renewal)
    }
  }, [client, id, wanted, turn])
  return link
}

type Shown = { key: string; src: string }

/** Shows a new document only once it is loaded, scrolled to where the last one was. */
function Frames({ src, version, title }: { src: string; version: number; title: string }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const next = { key: `${version} ${src}`, src }
  const isPending = shown?.key !== next.key
  const all = [...(shown === null ? [] : [shown]), ...(isPending ? [next] : [])]
  return all.map(({ key, src }) => (
    <iframe
      key={key}
      ref={key === shown?.key ? frame : null}
      className="preview-frame"
      title={key === next.key ? title : `${title}, before the change`}
      // Without scripts; of the same origin, so that it can be scrolled.
      sandbox="allow-same-origin"
      src={src}
      data-pending={(isPending && key === next.key && shown !== null) || undefined}
      onLoad={({ currentTarget }) => {
        if (key !== next.key) return
        const top = frame.current?.contentWindow?.scrollY ?? 0
        currentTarget.contentWindow?.scrollTo(0, top)
        setShown(next)
      }}
    />
  ))
}
