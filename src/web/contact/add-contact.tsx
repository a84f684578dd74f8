import { useState } from "react"
import { useChange } from "../live/apply-change.ts"
import { Button } from "../ui/button.tsx"
import { entry } from "../ui/form-entry.ts"
import { Choice, Form, TextField } from "../ui/field.tsx"
import { AddChannel } from "./contact-documents.ts"
import { enteredOf, kindWord, type Kind, type KindView } from "./contact-messages.ts"

type Props = { kinds: KindView[]; onMade(): void }

/** Adding a contact sends it a code, which is entered in its row of the list. */
export function NewChannel({ kinds, onMade }: Props) {
  const add = useChange(AddChannel)
  const lacking = kinds.filter(({ missing }) => missing !== null)
  const usable = kinds.filter(({ missing }) => missing === null).map(({ kind }) => kind)
  const [chosen, setChosen] = useState<Kind | null>(null)
  const [made, setMade] = useState<{ id: string; words: string } | null>(null)
  const kind = chosen ?? usable[0]

  const send = async (form: FormData, kind: Kind) => {
    const settings = enteredOf(kind).map(({ name }) => [name, entry(form, name)])
    const done = await add.run({
      kind,
      name: entry(form, "name").trim() || kindWord(kind),
      settings: Object.fromEntries(settings),
    })
    if (done === null) return
    const { id, verifiedAt } = done.createChannel
    setMade({
      id,
      words: verifiedAt === null ? "Code sent. Enter it above." : "Added and ready to use.",
    })
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
              value={kind}
              onChange={({ target }) =>
                setChosen(usable.find((one) => one === target.value) ?? null)
              }
              options={usable.map((one) => ({ value: one, label: kindWord(one) }))}
            />
            {enteredOf(kind).map(({ name, label, type, example }) => (
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
            <TextField label="Name" name="name" autoComplete="off" placeholder={kindWord(kind)} />
          </div>
          <div>
            <Button type="submit" isBusy={add.isRunning}>
              Send code
            </Button>
          </div>
        </Form>
      )}
      <p role="status" className="muted small">
        {made?.words}
      </p>
      {[...Map.groupBy(lacking, ({ missing }) => missing)].map(([missing, all]) => (
        <p key={missing} className="muted small">
          Not set up on this installation: {all.map(({ kind }) => kindWord(kind)).join(", ")}.{" "}
          {missing}
        </p>
      ))}
    </div>
  )
}
