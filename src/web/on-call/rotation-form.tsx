import { useState, type ReactNode } from "react"
import type { VariablesOf } from "../graphql.ts"
import { useProject } from "../project/project-context.ts"
import { useSave } from "../project/use-save.ts"
import { Button, Submit } from "../ui/button.tsx"
import { Form, TextArea, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { Picker } from "../ui/picker.tsx"
import { LayerFields } from "./layer-fields.tsx"
import { CreateRotation, UpdateRotation, type RotationView } from "./rotation-documents.ts"
import { draftOf, inputOf, newLayer, type DraftLayer } from "./rotation-draft.ts"
import { Preview } from "./rotation-preview.tsx"
import { timeZones } from "../ui/time-zones.ts"
import { viewerZone } from "../ui/zone.ts"
import "./rotation-form.css"
import { Unsaved } from "../ui/unsaved.tsx"
import { usePeople } from "./use-people.ts"

type RotationInput = Omit<VariablesOf<typeof CreateRotation>, "projectId">

type Props = { rotation?: RotationView; cancel: ReactNode }

/** The values are read once, so that changes by others do not replace what was typed. */
export function RotationForm({ rotation, cancel }: Props) {
  const { pages } = useProject()
  const save = useSave<RotationInput>(CreateRotation, UpdateRotation, rotation?.id)
  const [timeZone, setTimeZone] = useState(rotation?.timeZone ?? viewerZone())
  const [layers, setLayers] = useState<DraftLayer[]>(() =>
    rotation === undefined ? [newLayer(0)] : draftOf(rotation),
  )
  const members = usePeople()
  const move = (from: number, by: number) => {
    const next = [...layers]
    const [moved] = next.splice(from, 1)
    if (moved !== undefined) next.splice(from + by, 0, moved)
    setLayers(next)
  }
  const send = async (form: FormData) => {
    const input = {
      name: entry(form, "name"),
      description: entry(form, "description"),
      timeZone,
      layers: layers.map(inputOf),
    }
    await save.run(input, { said: rotation && "Rotation saved.", page: pages.rotation })
  }
  return (
    <div className="with-pane">
      <Form className="stack" refusal={save.refusal} onSend={send}>
        <Unsaved refusal={save.refusal} />
        <section className="card card-form">
          <div className="fields">
            <TextField
              label="Name"
              name="name"
              autoComplete="off"
              autoFocus={rotation === undefined}
              defaultValue={rotation?.name}
              placeholder="Primary"
            />
            <Picker
              label="Time zone"
              at="#/timeZone"
              hint="Of handovers and active hours."
              options={timeZones()}
              value={timeZone}
              onChange={(zone) => setTimeZone(zone ?? timeZone)}
            />
          </div>
          <TextArea
            label="Description"
            name="description"
            rows={2}
            defaultValue={rotation?.description}
          />
        </section>
        {layers.map((layer, at) => (
          <LayerFields
            key={layer.id}
            layer={layer}
            at={at}
            count={layers.length}
            timeZone={timeZone}
            members={members}
            onChange={(changed) =>
              setLayers(layers.map((one) => (one.id === layer.id ? { ...one, ...changed } : one)))
            }
            onMove={(by) => move(at, by)}
            onRemove={() => setLayers(layers.filter(({ id }) => id !== layer.id))}
          />
        ))}
        <div className="row">
          <Button icon="plus" onClick={() => setLayers([...layers, newLayer(layers.length)])}>
            Add layer
          </Button>
          <span className="muted small">A later layer takes precedence while it is active.</span>
        </div>
        <div className="form-foot">
          <Submit isBusy={save.isRunning}>
            {rotation === undefined ? "Create rotation" : "Save rotation"}
          </Submit>
          {cancel}
        </div>
      </Form>
      <Preview timeZone={timeZone} layers={layers} />
    </div>
  )
}
