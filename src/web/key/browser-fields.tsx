import { TextArea, TextField } from "../ui/field.tsx"
import { entry } from "../ui/form-entry.ts"

type Props = { isOn: boolean; onChange(isOn: boolean): void }

/** Whether web pages may have an ingestion key, and which. */
export const BrowserFields = ({ isOn, onChange }: Props) => (
  <>
    <label className="tick">
      <input type="checkbox" checked={isOn} onChange={({ target }) => onChange(target.checked)} />
      Use it in web pages
    </label>
    {isOn && (
      <>
        <p className="muted small">
          Visitors can read this key, so it is public. It only sends, and only from pages of these
          origins.
        </p>
        <TextArea
          label="Allowed origins"
          name="allowedOrigins"
          hint="One per line. https://*.shop.example stands for all hosts below."
          placeholder="https://shop.example"
          required
        />
        <TextField
          label="Requests per minute"
          name="requestsPerMinute"
          hint="From all pages together. More are refused and sent again later."
          inputMode="numeric"
          defaultValue="6000"
        />
      </>
    )}
  </>
)

/** @returns the arguments of `createKey`. */
export const readBrowserUse = (form: FormData) => ({
  allowedOrigins: entry(form, "allowedOrigins")
    .split(/[\s,]+/)
    .filter((one) => one !== ""),
  requestsPerMinute: Number(entry(form, "requestsPerMinute")),
})
