import type { FieldErrors } from '#domain/fields.ts'
import { DURATION_MAX, DURATION_MIN, DURATION_STEP } from '#domain/service.ts'
import { SERVICE_PACKS, type ServicePack } from '#domain/service-packs.ts'
import { Field } from '../../../ui/field.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import './pack.css'
import { type Row, usePack } from './use-pack.ts'

/** Usual services of a trade, of which a new business makes those that it offers. */
export default function PackDialog({ currency, onClose }: { currency: string; onClose: () => void }) {
  const { pack, rows, chosen, isBusy, problem, send, choosePack, change, errorsOf } = usePack(onClose)
  return (
    <FormDialog
      title="Servicios usuales"
      className="pack"
      isDirty={chosen > 0}
      submitText={chosen > 1 ? `Crear ${chosen} servicios` : 'Crear servicio'}
      busy={isBusy && 'Creando...'}
      canSubmit={chosen > 0}
      problem={problem}
      onSubmit={() => void send()}
      onClose={onClose}
    >
      <p className="muted">
        Marca los que ofreces y ajusta su tiempo y su precio. Sin precio, tu página dice «A convenir».
      </p>
      {rows ? (
        <>
          <Field id="pack" label="Lista de">
            {(described) => (
              <select
                {...described}
                className="input"
                value={pack}
                disabled={isBusy}
                onChange={({ target }) => choosePack(target.value as ServicePack)}
              >
                {Object.keys(SERVICE_PACKS).map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </select>
            )}
          </Field>
          <ul className="pack-list">
            {rows.map((row) => (
              <Proposal
                key={row.service_name}
                row={row}
                currency={currency}
                errors={errorsOf(row)}
                onChange={(part) => change(row.service_name, part)}
              />
            ))}
          </ul>
        </>
      ) : (
        <p className="hint" role="status">
          Buscando los de tu negocio…
        </p>
      )}
    </FormDialog>
  )
}

interface ProposalProps {
  row: Row
  currency: string
  errors: FieldErrors
  onChange: (part: Partial<Row>) => void
}

function Proposal({ row, currency, errors, onChange }: ProposalProps) {
  const { service_name: name, isChosen, minutes, price } = row
  const errorId = `error-${name}`
  const wrong = Object.values(errors)
  return (
    <li className="pack-row">
      <label className="check">
        <input
          type="checkbox"
          checked={isChosen}
          onChange={({ target }) => onChange({ isChosen: target.checked })}
        />
        <span>{name}</span>
      </label>
      {isChosen ? (
        <>
          <label className="pack-field">
            <input
              className="input num"
              type="number"
              inputMode="numeric"
              min={DURATION_MIN}
              max={DURATION_MAX}
              step={DURATION_STEP}
              value={minutes}
              aria-label={`Minutos de ${name}`}
              aria-invalid={errors['duration_minutes'] ? true : undefined}
              aria-describedby={wrong.length > 0 ? errorId : undefined}
              onChange={({ target }) => onChange({ minutes: target.value })}
            />
            <span aria-hidden="true">min</span>
          </label>
          <input
            className="input num"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            value={price}
            placeholder={`Precio (${currency})`}
            aria-label={`Precio de ${name}`}
            aria-invalid={errors['price'] ? true : undefined}
            aria-describedby={wrong.length > 0 ? errorId : undefined}
            onChange={({ target }) => onChange({ price: target.value })}
          />
        </>
      ) : (
        <span className="small muted pack-usual">{minutes} min</span>
      )}
      {wrong.length > 0 && (
        <p className="error" id={errorId} role="alert">
          {wrong.join('. ')}
        </p>
      )}
    </li>
  )
}
