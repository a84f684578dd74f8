import { useState } from "react"
import { useChange } from "../live/change.ts"
import { Button } from "../part/button.tsx"
import { entry } from "../part/entry.ts"
import { Choice, Form, TextField } from "../part/field.tsx"
import { AddChannel } from "./documents.ts"
import type { EnteredKind, KindView } from "./words.ts"
import { entered, isEntered, kindWords } from "./words.ts"

type Props = {
  /** Whose room it is; null for the signed-in person. */
  projectId: string | null
  kinds: KindView[]
  onMade(): void
}

/** A code goes to what is added, and is entered in its line of the list. */
export function NewChannel({ projectId, kinds, onMade }: Props) {
  const add = useChange(AddChannel)
  const lacking = kinds.filter(({ missing }) => missing !== null)
  const usable = kinds
    .filter(({ missing }) => missing === null)
    .map(({ kind }) => kind)
    .filter((kind) => isEntered(kind))
  const [chosen, setChosen] = useState<EnteredKind | null>(null)
  const [made, setMade] = useState<{ id: string; words: string } | null>(null)
  const kind = chosen ?? usable[0]

  const send = async (form: FormData, kind: EnteredKind) => {
    const settings = entered[kind].map(({ name }) => [name, entry(form, name)])
    const done = await add.run({
      projectId,
      kind,
      name: entry(form, "name").trim() || kindWords[kind],
      settings: Object.fromEntries(settings),
    })
    if (done === null) return
    const { id, verifiedAt } = done.createChannel
    setMade({ id, words: verifiedAt === null ? "A code is on its way." : "It is in use at once." })
    onMade()
  }
  return (
    <div className="form-part form-line stack">
      {kind !== undefined && (
        <Form
          key={made?.id ?? ""}
          className="stack"
          refusal={add.refusal}
          onSend={(form) => void send(form, kind)}
        >
          <div className="fields">
            <Choice
              label="Add"
              name="kind"
              at="#/kind"
              value={kind}
              onChange={({ target }) => setChosen(isEntered(target.value) ? target.value : null)}
            >
              {usable.map((one) => (
                <option key={one} value={one}>
                  {kindWords[one]}
                </option>
              ))}
            </Choice>
            {entered[kind].map(({ name, label, type, example }) => (
              <TextField
                key={`${kind} ${name}`}
                label={label}
                name={name}
                at={`#/settings/${name}`}
                type={type}
                placeholder={example}
                autoComplete={type === "email" || type === "tel" ? type : "off"}
              />
            ))}
            <TextField
              label="Name"
              name="name"
              at="#/name"
              autoComplete="off"
              placeholder={kindWords[kind]}
            />
          </div>
          <div>
            <Button type="submit" isBusy={add.isRunning}>
              Send a code
            </Button>
          </div>
        </Form>
      )}
      <p role="status" className="muted small">
        {made?.words}
      </p>
      {[...Map.groupBy(lacking, ({ missing }) => missing)].map(([missing, all]) => (
        <p key={missing} className="muted small">
          Not possible on this installation yet: {all.map(({ kind }) => kindWords[kind]).join(", ")}
          . {missing}
        </p>
      ))}
    </div>
  )
}
