import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import '../../../ui/banner.css'
import { Icon } from '../../../ui/icon.tsx'
import { warning } from '../../../ui/icons-panel.ts'
import { LocationPicker } from '../../../ui/location/location-picker.tsx'
import type { BusinessValues } from './business-form.ts'
import { TextInput } from '../inputs.tsx'
import type { useSection } from '../use-section.ts'

/** The location of the business, or that it is virtual. */
export function PlaceCard({ section }: { section: ReturnType<typeof useSection<BusinessValues>> }) {
  const { form } = section
  const [isVirtual, latitude, longitude, address] = useWatch({
    control: form.control,
    name: ['is_virtual', 'latitude', 'longitude', 'address'],
  })
  // Where the pin was put, or was said to be right.
  const [pinned, setPinned] = useState<string>()
  const before = form.formState.defaultValues?.address
  const isPinOld = latitude !== null && ![before, pinned].some((one) => one?.trim() === address.trim())
  const place = useMemo(
    () => (latitude === null || longitude === null ? undefined : { latitude, longitude }),
    [latitude, longitude],
  )
  return (
    <section className="card pad set-card" aria-labelledby="place-title">
      <h2 className="h2" id="place-title">
        Ubicación
      </h2>
      <label className="check">
        <input type="checkbox" {...form.register('is_virtual', { deps: ['address'] })} />
        <span>
          Es un negocio virtual
          <small className="hint">Atiendes en línea o a domicilio: tu página no muestra dirección.</small>
        </span>
      </label>
      {!isVirtual && (
        <LocationPicker
          error={section.error('address')}
          inputProps={form.register('address')}
          address={() => form.getValues('address')}
          place={place}
          onPlace={({ latitude, longitude }, address) => {
            form.setValue('latitude', latitude, { shouldDirty: true })
            form.setValue('longitude', longitude, { shouldDirty: true })
            setPinned(address)
          }}
          warning={
            <div role="status">
              {isPinOld && (
                <div className="banner banner-warn">
                  <Icon d={warning} />
                  <span>
                    El pin sigue donde estaba: busca la dirección nueva o arrástralo.{' '}
                    <button type="button" className="link" onClick={() => setPinned(address)}>
                      El pin está bien
                    </button>
                  </span>
                </div>
              )}
            </div>
          }
        />
      )}
      <div className="two two3">
        <TextInput section={section} name="city" label="Ciudad" autoComplete="address-level2" />
        <TextInput section={section} name="state" label="Departamento" autoComplete="address-level1" />
        <TextInput section={section} name="country" label="País" autoComplete="country-name" />
      </div>
    </section>
  )
}
