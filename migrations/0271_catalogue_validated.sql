alter table appointments validate constraint appointments_variant, validate constraint appointments_addons,
  validate constraint appointments_price_kind;
