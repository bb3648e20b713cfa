import { CodeOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useRight } from '../../session/use-right';
import { explorerQuery, queryNameOf } from './explorer-query';

export interface ExplorerButtonProps {
  /** REST path of the report. */
  path: string;
  /** Returns the query of the download at the moment of the click. */
  query: () => URLSearchParams;
}

/** Opens the report's query in the GraphQL explorer. */
export function ExplorerButton({ path, query }: ExplorerButtonProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const name = queryNameOf(path);
  if (useRight('explorer') === 'none' || !name) return null;
  return (
    <Tooltip title={t('report.explorer')} placement="bottomRight">
      <Button
        icon={<CodeOutlined />}
        aria-label={t('report.explorer')}
        onClick={() =>
          void navigate(`/explorer?${new URLSearchParams({ query: explorerQuery(name, query()) })}`)
        }
      />
    </Tooltip>
  );
}
