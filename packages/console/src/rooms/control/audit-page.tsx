import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState, type SubmitEvent } from 'react';
import { call } from '../../lib/call.ts';
import { useT } from '../../lib/i18n.ts';
import { usePages } from '../../lib/reads.ts';
import { DAY_MS, dayAt, startOfDay } from '../../lib/time.ts';
import { AuditList } from '../../ui/audit-list.tsx';
import { Button } from '../../ui/button.tsx';
import { ExportButton } from '../../ui/export-button.tsx';
import { Field } from '../../ui/fields.tsx';
import { Page, Panel, Row } from '../../ui/page.tsx';
import styles from './audit-page.module.css';
import type { AuditSearch } from './control-search.ts';
import { ViewMenu } from '../../ui/views/view-menu.tsx';

const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** The record of what staff did, by subject, person and action. */
export function AuditPage() {
  const t = useT();
  const search = useSearch({ from: '/audit' });
  const { subject, actor, action, from, to } = search;
  const input = useMemo(
    () => ({
      query: {
        subject,
        actor,
        action,
        from: from === undefined ? undefined : startOfDay(from),
        until: to === undefined ? undefined : startOfDay(to, { dayAfter: true }),
      },
    }),
    [subject, actor, action, from, to],
  );
  const pages = usePages('GET /staff/api/audit', input);
  return (
    <Page
      title={t('audit.title')}
      aside={
        <Row>
          <ExportButton
            call="POST /staff/api/exports/audit"
            title="exports.auditTitle"
            send={(asked) => call('POST /staff/api/exports/audit', { body: { ...asked, ...input.query } })}
          />
          <ViewMenu room="audit" />
        </Row>
      }
    >
      <Filters key={JSON.stringify(search)} search={search} />
      <Panel>
        <AuditList pages={pages} />
      </Panel>
    </Page>
  );
}

function Filters({ search }: { search: AuditSearch }) {
  const t = useT();
  const navigate = useNavigate();
  const [subject, setSubject] = useState(search.subject ?? '');
  const [actor, setActor] = useState(search.actor ?? '');
  const [action, setAction] = useState(search.action ?? '');
  const [from, setFrom] = useState(search.from ?? '');
  const [to, setTo] = useState(search.to ?? '');
  const showYesterday = () => {
    const yesterday = dayAt(Date.now() - DAY_MS);
    void navigate({ to: '/audit', search: { from: yesterday, to: yesterday } });
  };
  const isActorWrong = actor.trim() !== '' && !UUID.test(actor.trim());
  const filter = (event: SubmitEvent) => {
    event.preventDefault();
    if (isActorWrong) return;
    const next: AuditSearch = {
      subject: subject.trim() || undefined,
      actor: actor.trim() || undefined,
      action: action.trim() || undefined,
      from: from || undefined,
      to: to || undefined,
    };
    void navigate({ to: '/audit', search: next });
  };
  return (
    <form role="search" className={styles['filters']} onSubmit={filter}>
      <Field
        label={t('audit.subject')}
        hint={t('audit.subjectHint')}
        value={subject}
        onChange={setSubject}
        maxLength={100}
      />
      <Field
        label={t('audit.action')}
        hint={t('audit.actionHint')}
        value={action}
        onChange={setAction}
        maxLength={100}
      />
      <Field
        label={t('audit.actor')}
        hint={t('audit.actorHint')}
        error={isActorWrong ? t('audit.actorWrong') : undefined}
        value={actor}
        onChange={setActor}
        maxLength={36}
      />
      <Field label={t('audit.from')} type="date" value={from} onChange={setFrom} />
      <Field label={t('audit.to')} type="date" value={to} onChange={setTo} />
      <div className={styles['buttons']}>
        <Button type="submit" kind="primary">
          {t('audit.filter')}
        </Button>
        <Button onPress={showYesterday}>{t('audit.yesterday')}</Button>
        <Button kind="quiet" onPress={() => void navigate({ to: '/audit', search: {} })}>
          {t('audit.clear')}
        </Button>
      </div>
    </form>
  );
}
