-- Said by appointments_fit and client_cards_fit (0860).
alter table appointments
  drop constraint appointments_actual_price_check, drop constraint appointments_attendance_status_check,
  drop constraint appointments_booked_by_check, drop constraint appointments_check, drop constraint appointments_chosen_by_check,
  drop constraint appointments_client_email_check, drop constraint appointments_client_id_check,
  drop constraint appointments_client_name_check, drop constraint appointments_client_timezone,
  drop constraint appointments_duration_minutes_check, drop constraint appointments_hold_check,
  drop constraint appointments_hold_kind_check, drop constraint appointments_notes_check,
  drop constraint appointments_occupied_check, drop constraint appointments_price_check, drop constraint appointments_price_kind,
  drop constraint appointments_source, drop constraint appointments_status_check;
alter table client_cards
  drop constraint client_cards_alert_check, drop constraint client_cards_birthday, drop constraint client_cards_blocked_reason_check,
  drop constraint client_cards_check, drop constraint client_cards_check1, drop constraint client_cards_client_email_check,
  drop constraint client_cards_client_id_check, drop constraint client_cards_client_name_check,
  drop constraint client_cards_language_check, drop constraint client_cards_source_check,
  drop constraint client_cards_whatsapp_user_id_check;
