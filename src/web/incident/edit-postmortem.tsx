import { useState } from "react"
import { useClient } from "urql"
import { useChange } from "../live/apply-change.ts"
import { errorInWords } from "../live/live-read.ts"
import { Button, Submit } from "../ui/button.tsx"
import { Form } from "../ui/field.tsx"
import { MarkdownField } from "../ui/markdown.tsx"
import { useStoredText } from "../ui/stored-text.ts"
import { Switch } from "../ui/switch.tsx"
import { toast } from "../ui/toast.tsx"
import { countSubscribers, subscribersInWords } from "./audience-words.ts"
import { SavePostmortem, type OneIncident } from "./incident-documents.ts"
import { PostmortemDraft, type Audience } from "./incident-side-documents.ts"

type Props = { incident: OneIncident; audience: Audience; onSaved(): void; onClose(): void }

/** The text with a preview, a draft from stored facts, and who gets to read it. */
export function EditPostmortem({ incident, audience, onSaved, onClose }: Props) {
  const { id, postmortemNote, postmortemPublished, postmortemNotify } = incident
  const client = useClient()
  const save = useChange(SavePostmortem)
  const [stored, store] = useStoredText(`postmortem.${id}`)
  const [text, setText] = useState(stored === "" ? postmortemNote : stored)
  const [drafts, setDrafts] = useState(0)
  const [isPublished, setPublished] = useState(postmortemPublished)
  const [isNoticed, setNoticed] = useState(postmortemNotify)
  const isEmpty = text.trim() === ""
  const subscribers = countSubscribers(audience)
  const isReleased = isPublished && !postmortemPublished
  const write = (next: string) => {
    setText(next)
    store(next)
  }
  const draft = async () => {
    const { data, error } = await client
      .query(PostmortemDraft, { id }, { requestPolicy: "network-only" })
      .toPromise()
    if (error !== undefined) toast(errorInWords(error), { isBad: true })
    const made = data?.incident?.postmortemDraft
    if (made === undefined) return
    write(made)
    setDrafts((count) => count + 1)
  }
  const send = async () => {
    const done = await save.run({
      id,
      note: text,
      published: isPublished && !isEmpty,
      notifySubscribers: isNoticed,
    })
    if (done === null) return
    store("")
    toast(isReleased ? "Post-mortem published" : "Post-mortem saved")
    onSaved()
  }
  const verb =
    isReleased && isNoticed && subscribers > 0
      ? `Publish to ${subscribersInWords(subscribers)}`
      : isReleased
        ? "Publish post-mortem"
        : "Save post-mortem"
  return (
    <Form className="stack" refusal={save.refusal} onSend={send}>
      {isEmpty && (
        <div className="row">
          <Button onClick={() => void draft()}>Start from the timeline</Button>
          <span className="muted small">
            Inserts the stored facts. Causes and actions stay open questions.
          </span>
        </div>
      )}
      <MarkdownField
        key={drafts}
        label="What happened, why, and what will change"
        hint="Times in UTC are also shown in the time zone of each member."
        name="note"
        rows={16}
        hasBothZones
        defaultValue={text}
        onChange={write}
      />
      <Switch
        label="Publish on status pages"
        hint={
          isEmpty
            ? "An empty post-mortem cannot be published."
            : audience.length === 0
              ? "No status page shows this incident."
              : `Everyone who sees ${audience.map(({ statusPage }) => statusPage.name).join(", ")} can read it.`
        }
        isOn={isPublished && !isEmpty}
        isDisabled={isEmpty}
        onChange={setPublished}
      />
      <Switch
        label="Notify subscribers when it is published"
        hint={`${subscribersInWords(subscribers)} of these pages.`}
        isOn={isNoticed && isPublished && !isEmpty}
        isDisabled={isEmpty || !isPublished}
        onChange={setNoticed}
      />
      <div className="row">
        <Submit isBusy={save.isRunning}>{isEmpty ? "Save post-mortem" : verb}</Submit>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </Form>
  )
}
