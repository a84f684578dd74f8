type Props = {
  name: string
  permissions: readonly string[]
  isChosen(permission: string): boolean
}

/** Permissions to choose from, one line for each noun. */
export const PermissionTicks = ({ name, permissions, isChosen }: Props) => (
  <div className="scope-grid">
    {[...Map.groupBy(permissions, (one) => one.split(":")[0] ?? "")].map(([noun, all]) => (
      <div key={noun} className="scope-line">
        <span>{noun.replaceAll("_", " ")}</span>
        {all.map((one) => (
          <label key={one} className="tick">
            <input
              type="checkbox"
              name={name}
              value={one}
              aria-label={one}
              defaultChecked={isChosen(one)}
            />
            {one.endsWith(":read") ? "Read" : "Write"}
          </label>
        ))}
      </div>
    ))}
  </div>
)
