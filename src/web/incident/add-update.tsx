import { useEffect, useRef, useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { Submit } from "../ui/button.tsx"
import { Form } from "../ui/field.tsx"
import { MarkdownField } from "../ui/markdown.tsx"
import { Segments } from "../ui/segments.tsx"
import { useStoredText } from "../ui/stored-text.ts"
import { toast } from "../ui/toast.tsx"
import { countSubscribers, subscribersInWords } from "./audience-words.ts"
import { AddIncidentUpdate } from "./incident-documents.ts"
import type { Audience } from "./incident-side-documents.ts"

type Props = {
  id: string
  audience: Audience
  /** How often a public update was asked for; each time it takes the focus. */
  asked: number
  onAdded(): void
}

const readers = [
  { value: "internal", label: "Internal" },
  { value: "public", label: "Public" },
] as const

/** An update for the team or for everyone; the button says whom it reaches. */
export function AddUpdate({ id, audience, asked, onAdded }: Props) {
  const add = useChange(AddIncidentUpdate)
  const [text, setText] = useStoredText(`update.${id}`)
  const [reader, setReader] = useState<"internal" | "public">("internal")
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (asked === 0) return
    setReader("public")
    frame.current?.querySelector("textarea")?.focus()
  }, [asked])
  const [sent, setSent] = useState(0)
  const subscribers = countSubscribers(audience)
  const isPublic = reader === "public"
  const send = async () => {
    if ((await add.run({ id, body: text, isPublic })) === null) return
    setText("")
    setSent((count) => count + 1)
    setReader("internal")
    toast(isPublic ? "Update published" : "Internal update added")
    onAdded()
  }
  const pages = audience.map(({ statusPage }) => statusPage.name).join(", ")
  return (
    <Form className="stack update-form" refusal={add.refusal} onSend={send}>
      <div ref={frame}>
        <MarkdownField
          key={sent}
          label="Add an update"
          name="body"
          rows={3}
          placeholder="What you know and what you are doing about it"
          defaultValue={text}
          onChange={setText}
        />
      </div>
      <div className="update-foot">
        <Segments<"internal" | "public">
          label="Who reads it"
          value={reader}
          options={readers}
          onChange={setReader}
        />
        <p className="muted small">
          {!isPublic
            ? "Only the team reads it."
            : audience.length === 0
              ? "No status page shows this incident, so nobody outside the team reads it yet."
              : `Everyone who sees ${pages} reads it.`}
        </p>
        <Submit isBusy={add.isRunning}>
          {!isPublic
            ? "Add internal update"
            : subscribers === 0
              ? "Publish update"
              : `Publish update to ${subscribersInWords(subscribers)}`}
        </Submit>
      </div>
    </Form>
  )
}
