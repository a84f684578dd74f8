import { useState, type ReactNode } from "react"
import type { VariablesOf } from "../graphql.ts"
import { useProject } from "../project/project-context.ts"
import { useSave } from "../project/use-save.ts"
import { Submit } from "../ui/button.tsx"
import { Choice, Form, TextArea, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"
import { Switch } from "../ui/switch.tsx"
import { CreatePolicy, UpdatePolicy, type PolicyView } from "./policy-documents.ts"
import { draftOf, newRule, PolicyRules, type DraftRule } from "./policy-rules.tsx"
import { PolicySteps } from "./policy-steps.tsx"
import { inputOf, useTargets } from "./use-targets.ts"
import { Unsaved } from "../ui/unsaved.tsx"

type PolicyInput = Omit<VariablesOf<typeof CreatePolicy>, "projectId">

type Props = {
  policy?: PolicyView
  /** Whether it will be the first policy, which becomes the default. */
  isFirst?: boolean
  cancel: ReactNode
}

/** The values are read once, so that changes by others do not replace what was typed. */
export function PolicyForm({ policy, isFirst = false, cancel }: Props) {
  const { pages } = useProject()
  const save = useSave<PolicyInput>(CreatePolicy, UpdatePolicy, policy?.id)
  const { choices } = useTargets()
  const [rules, setRules] = useState<DraftRule[]>(() => policy?.rules.map(draftOf) ?? [newRule(0)])
  const [repeatCount, setRepeatCount] = useState(policy?.repeatCount ?? 0)
  const [pause, setPause] = useState(String(policy?.repeatDelayMinutes ?? 5))
  const known = new Map([
    ...(policy?.rules.flatMap(({ targets }) => targets) ?? []).map(
      (target) => [`${target.kind} ${target.id}`, target] as const,
    ),
    ...choices.map(({ key, target }) => [key, target] as const),
  ])
  const send = async (form: FormData) => {
    const input = {
      name: entry(form, "name"),
      description: entry(form, "description"),
      isDefault: form.get("isDefault") === "on",
      repeatCount,
      repeatDelayMinutes: Number(pause) || 0,
      rules: rules.map(({ delay, targets }) => ({
        delayMinutes: Number(delay) || 0,
        targets: targets.map(inputOf),
      })),
    }
    await save.run(input, { said: policy && "Policy saved.", page: pages.policy })
  }
  return (
    <div className="with-pane">
      <Form className="stack" refusal={save.refusal} onSend={send}>
        <Unsaved refusal={save.refusal} />
        <section className="card card-form">
          <TextField
            label="Name"
            name="name"
            autoComplete="off"
            autoFocus={policy === undefined}
            defaultValue={policy?.name}
            placeholder="Standard"
          />
          <TextArea
            label="Description"
            name="description"
            rows={2}
            defaultValue={policy?.description}
          />
          <Switch
            label="Default policy"
            hint="Monitors without a policy of their own use it."
            name="isDefault"
            defaultOn={policy?.isDefault ?? isFirst}
          />
        </section>
        <PolicyRules
          rules={rules}
          options={[
            ...choices.map(({ option }) => option),
            // Former members, so that their chips keep a name.
            ...[...known]
              .filter(([key]) => !choices.some((choice) => choice.key === key))
              .map(([value, { name }]) => ({ value, label: name, hint: "Left" })),
          ]}
          onChange={setRules}
        />
        <section className="card card-form" aria-labelledby="repeat">
          <h2 id="repeat">If nobody acknowledges</h2>
          <div className="fields">
            <Choice
              label="Repeat all rules"
              at="#/repeatCount"
              value={repeatCount}
              onChange={({ target }) => setRepeatCount(Number(target.value))}
            >
              {Array.from({ length: 10 }, (_unused, times) => (
                <option key={times} value={times}>
                  {times === 0 ? "Never" : times === 1 ? "Once" : `${times} times`}
                </option>
              ))}
            </Choice>
            {repeatCount > 0 && (
              <TextField
                label="Minutes before each repeat"
                at="#/repeatDelayMinutes"
                type="number"
                inputMode="numeric"
                min={1}
                max={1440}
                value={pause}
                onChange={({ target }) => setPause(target.value)}
              />
            )}
          </div>
        </section>
        <div className="form-foot">
          <Submit isBusy={save.isRunning}>
            {policy === undefined ? "Create policy" : "Save policy"}
          </Submit>
          {cancel}
        </div>
      </Form>
      <section className="pane" aria-labelledby="pane-title">
        <h2 id="pane-title">Preview</h2>
        <PolicySteps
          rules={rules.map(({ id, delay, targets }) => ({
            key: id,
            delayMinutes: Number(delay) || 0,
            targets: targets.flatMap((key) => known.get(key) ?? []),
          }))}
          repeatCount={repeatCount}
          repeatDelayMinutes={Number(pause) || 0}
        />
      </section>
    </div>
  )
}
