"""Settings for all tests: signals, marks, time limits and Hypothesis profiles.

A shell that runs tests in the background makes them ignore SIGINT, which child processes inherit. The default profile
tries fewer examples than `thorough`, the one for CI.
"""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdist.remote import Producer
    from xdist.scheduler import LoadFileScheduling

# The same examples in every run, so that failures are reproducible; `--hypothesis-profile=explore` draws new ones.
settings.register_profile("quick", max_examples=25, derandomize=True, deadline=None)
settings.register_profile("thorough", max_examples=40, derandomize=True, deadline=None)
settings.register_profile("explore", max_examples=1000, print_blob=True, deadline=None)
settings.load_profile("quick")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def signals_as_before() -> Iterator[None]:
    """Restore signal handlers that a command in this process changed; later child processes inherit them."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    yield
    for number, handler in before.items():
        if signal.getsignal(number) is not handler:
            signal.signal(number, handler)


TESTS = Path(__file__).parent

#: Files, or tests of a file, that are too slow for an interactive run; CI runs them.
LONG = (
    "analysis/test_analyst.py::test_many_threads_ask_the_same_analyst",
    "analysis/test_analyst.py::test_the_losing_move_of_small_games",
    "analysis/test_certificates.py::test_the_formula_is_a_lower_bound",
    "analysis/test_certificates.py::test_the_impossible_deals_of_the_million_are_proven",
    "analysis/test_forged_certificates.py::test_ten_thousand_damaged_certificates",
    "analysis/test_shortest.py::test_no_line_is_shorter[game('solitaire_one_suit').with_(supermoves='whole')]",
    "bench/test_skat_programs.py::test_a_program_that_listens_to_its_world_is_caught",
    "bench/test_skat_programs.py::test_nonsense_is_counted_and_no_measurement",
    "bench/test_tasks.py::test_best_answers_get_all_points_plain_and_disguised[plan]",
    "bench/test_tasks.py::test_items_are_the_same_with_another_kernel_and_another_order_of_hashes",
    "bench/test_tasks.py::test_plans_are_counted_up_to_the_first_mistake",
    "cli/test_dataset.py::test_labels_are_what_the_light_says",
    "cli/test_etude.py::test_a_lost_game_is_named",
    "cli/test_etude.py::test_ctrl_c_prints_the_figures_so_far",
    "cli/test_etude.py::test_plots_are_drawn",
    "cli/test_language.py::test_json_does_not_depend_on_the_language",
    "cli/test_language.py::test_no_line_is_left_in_english",
    "cli/test_language.py::test_no_screen_is_left_in_english",
    "cli/test_play.py::test_two_games_at_once_leave_each_other_alone",
    "cli/test_serve.py::test_it_serves_until_it_is_stopped[2]",
    "cli/test_serve.py::test_what_still_runs_is_ended_soon_and_silently[2]",
    "cli/test_skat_chances.py::test_ctrl_c_gives_what_is_known",
    "cli/test_skat_chances.py::test_the_same_seed_gives_the_same_figures",
    "cli/test_skat_play.py::test_hints_and_the_light_in_play",
    "cli/test_solve.py::test_ctrl_c_ends_a_long_search_at_once",
    "cli/test_solve_range.py::test_a_deal_that_kills_its_process_is_singled_out",
    "cli/test_solve_range.py::test_a_lost_deal_has_its_line",
    "cli/test_solve_range.py::test_ctrl_c_prints_the_figures_so_far",
    "cli/test_solve_range.py::test_processes_that_always_die_are_given_up",
    "cli/test_study.py::test_a_second_ctrl_c_ends_the_run_at_once",
    "cli/test_study.py::test_ctrl_c_finishes_the_chunk_in_hand",
    "cli/test_study.py::test_links_among_the_plots_are_not_followed",
    "cli/test_study.py::test_plots",
    "cli/test_study.py::test_skat_from_run_to_plots",
    "deals/test_canonical.py::test_classes_and_counts_agree_with_brute_force",
    "differential/",
    "docs/test_docs.py::test_examples[docs/bench.md]",
    "docs/test_docs.py::test_examples[docs/dataset.md]",
    "docs/test_docs.py::test_examples[docs/envs.md]",
    "docs/test_docs.py::test_examples[docs/errors.md]",
    "docs/test_docs.py::test_examples[docs/json-skat.md]",
    "docs/test_docs.py::test_examples[docs/json-studies.md]",
    "docs/test_docs.py::test_examples[docs/json.md]",
    "docs/test_docs.py::test_examples[docs/mcp.md]",
    "docs/test_docs.py::test_examples[docs/notation.md]",
    "docs/test_docs.py::test_examples[docs/notebooks.md]",
    "docs/test_docs.py::test_examples[docs/reading-pictures.md]",
    "docs/test_docs.py::test_examples[docs/recipes.md]",
    "docs/test_docs.py::test_examples[docs/replay.md]",
    "docs/test_docs.py::test_examples[docs/rules.md]",
    "docs/test_docs.py::test_examples[docs/serve.md]",
    "docs/test_docs.py::test_examples[docs/skat-reference.md]",
    "docs/test_docs.py::test_examples[docs/skat.md]",
    "docs/test_docs.py::test_examples[docs/sources-encyclopaedia.md]",
    "docs/test_docs.py::test_examples[docs/sources-etude.md]",
    "docs/test_docs.py::test_examples[docs/sources-skat.md]",
    "docs/test_docs.py::test_examples[docs/studies.md]",
    "docs/test_docs.py::test_examples[docs/tour.md]",
    "docs/test_docs.py::test_json_objects_have_the_keys_of_the_page[kiebitz read]",
    "docs/test_docs.py::test_json_objects_have_the_keys_of_the_page[kiebitz study report]",
    "docs/test_docs.py::test_json_objects_have_the_keys_of_the_page[kiebitz study status]",
    "docs/test_site.py",
    "envs/",
    "kernel/test_any_card_moves.py",
    "kernel/test_checker.py",
    "kernel/test_memory.py",
    "kernel/test_native.py::test_limit_of_memory_holds_for_the_whole_process",
    "kernel/test_native.py::test_verdicts_on_positions_under_way_are_the_oracle_s",
    "kernel/test_native.py::test_where_memory_runs_out_python_learns_it",
    "kernel/test_shortest_line.py::test_no_line_is_shorter_near_the_end[bakers_game]",
    "kernel/test_skat_table.py::test_decisions_hints_and_what_is_said_of_a_game_that_is_over",
    "kernel/test_verdicts.py",
    "kernel/test_wasmtime.py::test_compiled_code_is_kept_for_the_user_alone_and_taken_only_from_there",
    "kernel/test_wasmtime.py::test_what_a_search_may_not_take_ends_it",
    "kernel/test_wasmtime.py::test_where_nothing_can_be_kept_it_works_all_the_same",
    "mcp_server/",
    "notebook/test_board.py",
    "patience/test_autoplay.py::test_any_card_with_what_covers_it_needs_its_exception",
    "patience/test_autoplay.py::test_safe_moves_never_lose",
    "patience/test_autoplay.py::test_whole_sequences_and_foundations_down_need_their_exception",
    "patience/test_links.py::test_a_game_that_is_too_long",
    "patience/test_readings.py::test_an_ace_high_or_low_makes_no_difference_to_what_can_be_won",
    "patience/test_yukon.py::test_perft_counts_like_a_table_of_lists",
    "patience/test_yukon.py::test_the_records_are_what_a_table_of_lists_counts",
    "project/test_checkers.py::test_the_large_checker_is_compiled_alone",
    "project/test_lint.py::test_lint[mypy]",
    "project/test_lint.py::test_page_lint",
    "project/test_no_compiler.py",
    "project/test_proven_checker.py::test_the_proven_checker_agrees",
    "project/test_pyodide.py",
    "project/test_sanitized_kernel.py",
    "render/replay/test_gif.py",
    "render/replay/test_player.py",
    "render/replay/test_skat_page.py",
    "render/test_picture_file.py::test_boards_of_several_sizes_are_read_and_fresh_ones_named[1.5]",
    "render/test_picture_file.py::test_boards_of_several_sizes_are_read_and_fresh_ones_named[3]",
    "render/test_picture_file.py::test_half_played_boards_that_kiebitz_draws_are_read[dark-True]",
    "render/test_picture_file.py::test_many_ranks_take_no_more_time",
    "studies/test_cluster.py",
    "studies/test_engine.py::test_a_process_that_is_killed_while_it_answers_costs_its_own_task_alone",
    "studies/test_etude.py::test_a_game_that_kills_its_process_is_lost_and_named",
    "studies/test_outside_question.py::test_from_run_to_report",
    "studies/test_plots.py::test_plots_are_svg_and_repeat",
    "studies/test_row_writer.py::test_memory_does_not_grow_with_the_rows",
    "studies/test_seeds.py::test_interruptions_and_processes_leave_no_trace",
    "studies/test_skat_chances.py::test_processes_do_not_matter[skat1]",
    "studies/test_skat_reviews.py::test_the_file_and_the_report",
    "studies/test_study.py::test_marking_a_rule_as_studied_is_enough",
    "studies/test_study_folder.py::test_a_full_disk_keeps_what_is_finished",
    "studies/test_study_lists.py::test_a_deadly_deal_is_named_by_its_number",
    "studies/test_study_lists.py::test_a_list_has_the_rows_of_its_deals_stopped_or_not[2]",
    "studies/test_study_resumed.py::test_a_deadly_deal_is_singled_out",
    "studies/test_study_resumed.py::test_a_stopped_run_goes_on[2]",
    "studies/test_study_resumed.py::test_kills_at_random_moments",
    "studies/test_study_skat.py::test_a_deadly_deal_is_singled_out",
    "studies/test_study_strangers.py::test_a_file_that_unpacks_to_gigabytes_is_refused_before",
    "studies/test_study_verified.py::test_deals_given_up_are_asked_once_more_alone",
    "studies/test_study_verified.py::test_deals_that_die_again_are_left_alone",
    "tui/test_play.py",
    "tui/test_themes.py",
    "tui/test_whole_games.py::test_a_game_is_won_by_mouse",
    "web/browser/",
    "web/test_attacks.py",
    "web/test_difficulty_page.py",
    "web/test_fair_queue.py::test_a_lane_with_processes_runs_work_in_another_process",
    "web/test_last_moments.py::test_bands_fall_in_games_played_anew",
    "web/test_links_page.py::test_the_page_reads_and_writes_the_same_links",
    "web/test_module.py::test_a_rebuilt_module_is_identical",
    "web/test_module.py::test_a_skat_hand_has_the_same_chances",
    "web/test_module.py::test_the_pages_analyst_agrees_with_python",
    "web/test_openapi.py",
    "web/test_page_proofs.py::test_true_damaged_and_forged_certificates",
    "web/test_reading_page.py::test_boards_in_other_programs_forms_are_the_same",
    "web/test_reading_page.py::test_boards_of_every_form_and_game_are_the_same",
    "web/test_reading_page.py::test_other_programs_output_is_read_alike",
    "web/test_reading_page.py::test_solutions_of_every_form_are_the_same",
    "web/test_request_reader.py::test_requests_leave_no_state",
    "web/test_skat_api.py::test_refined_chances_end_at_the_same_figures",
    "web/test_skat_api.py::test_the_stream_stops_when_its_client_disconnects",
)

#: Files whose tests take minutes each; they start first.
FIRST = (
    "project/test_sanitized_kernel.py",
    "web/test_module.py::test_a_rebuilt_module_is_identical",
    "project/test_no_compiler.py",
)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return one worker more than there are processors for `-n auto`: tests wait for browsers and servers."""
    processors = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return processors + 1


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadFileScheduling | None:
    """Keep the tests of a file on one worker, which then makes once what they share; `--dist` chooses otherwise."""
    if config.option.dist != "load":
        return None
    from xdist.scheduler import LoadFileScheduling

    return LoadFileScheduling(config, log)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave out files of long tests alone where long tests are left out: each worker would import their libraries."""
    if config.option.markexpr != config.getini("addopts")[-1] or not collection_path.is_relative_to(TESTS):
        return None
    name = collection_path.relative_to(TESTS).as_posix()
    return True if (f"{name}/" if collection_path.is_dir() else name) in LONG else None


@pytest.hookimpl(tryfirst=True)  # before tests are deselected
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark long tests, extend the time limit of slow ones, and run the longest first."""
    for item in items:
        if item.nodeid.removeprefix("tests/").startswith(LONG):
            item.add_marker(pytest.mark.long)
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.timeout(0))
    items.sort(key=lambda item: not item.nodeid.removeprefix("tests/").startswith(FIRST))
