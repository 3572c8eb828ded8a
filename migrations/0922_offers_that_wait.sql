-- From when on an offered business may be taken: later than at once where only a password, which may be stolen, and a new session
-- stand behind the offer.
alter table ownership_offers add column takeable_at timestamptz;
