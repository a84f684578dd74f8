import "./select-row.css"

type Props = { name: string; isSelected: boolean; onSelect(isRange: boolean): void }

/** The checkbox of a row; with Shift it selects a range. */
export const SelectRow = ({ name, isSelected, onSelect }: Props) => (
  <label className="list-select">
    <input
      type="checkbox"
      aria-label={`Select ${name}`}
      checked={isSelected}
      onClick={({ shiftKey }) => onSelect(shiftKey)}
      readOnly
    />
  </label>
)
